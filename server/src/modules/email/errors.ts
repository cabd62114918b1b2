import { errorCodes } from '#/platform/errors/app-error.ts'

/** The codes of this module. */
export const emailErrors = errorCodes({
  email_template_not_found: {
    error: 'not_found',
    message: 'There is no e-mail template with this id.',
    help: 'The id of a template is its name. GET /api/v1/admin/email-templates lists all of them.',
  },
  email_template_invalid: {
    error: 'invalid_request',
    message: 'The template can not be used.',
    help: 'details.errors names what is wrong. A template may use the variables that GET lists for it, as {{variable}}: in text, in quoted title and alt attributes, and links in href.',
  },
  email_config_invalid: {
    error: 'invalid_request',
    message: 'Mail can not be sent this way.',
    help: 'details.errors names what is missing or contradicts itself.',
  },
  email_not_sent: {
    error: 'unavailable',
    message: 'The message could not be sent.',
    help: 'The message says why. Check the settings at /api/v1/admin/email-config and the log of the mail server.',
  },
  email_limit_reached: {
    error: 'rate_limited',
    message: 'No more mail may be sent for now.',
    help: 'Wait for the seconds in Retry-After, or raise daily_limit at /api/v1/admin/email-config when it is the limit of the day.',
  },
  dev_inbox_off: {
    error: 'not_found',
    message: 'There is no inbox: mail is really sent.',
    help: 'The inbox works while the e-mail provider is dev; see /api/v1/admin/email-config.',
  },
  dev_email_not_found: {
    error: 'not_found',
    message: 'There is no message with this id in the inbox.',
    help: 'Messages in the inbox are kept for 7 days.',
  },
})
