import { errorPage } from './error-page.ts'
import type { Problem } from '#/platform/http/problem.ts'
import type { Reply } from '#/platform/http/reply.ts'

interface Words {
  readonly title: string
  readonly message: string
}

const byCode: Readonly<Record<string, Words>> = {
  csrf_failed: {
    title: 'This form is out of date',
    message:
      'It was opened in another window, or too long ago. Nothing was changed. Go back, reload the page, try again.',
  },
  round_trip_over: {
    title: 'This sign-in is over',
    message: 'It was finished already, took longer than ten minutes, or began in another browser. Start again here.',
  },
  provider_unavailable: {
    title: 'We can’t reach them right now',
    message: 'The place you want to sign in with does not answer. Try again in a moment, or sign in another way.',
  },
  authorization_request_gone: {
    title: 'This sign-in is over',
    message: 'It was finished already, or it took longer than ten minutes. Go back to the application and start again.',
  },
  authorization_request_foreign: {
    title: 'This sign-in began elsewhere',
    message: 'A sign-in can only be finished in the browser it was started in. Start again from the application here.',
  },
}

const byStatus: Readonly<Record<number, Words>> = {
  404: { title: 'No such page', message: 'The address is wrong, or the page is gone.' },
  405: { title: 'That did not work', message: 'This page can’t be asked in this way. Start again.' },
  413: { title: 'That was too much', message: 'What was sent is larger than this page takes.' },
  415: { title: 'That did not work', message: 'This page takes forms only. Start again.' },
  429: { title: 'Too many attempts', message: 'Wait a little, then try again.' },
  500: { title: 'Something failed on our side', message: 'It is not your doing. Try again in a moment.' },
  503: { title: 'We can’t answer right now', message: 'The server is busy or restarting. Try again in a moment.' },
}

/** The error page for whatever a page's handler threw, in words for a person. */
export function problemPage(problem: Problem, requestId: string): Reply {
  const words = byCode[problem.code] ?? byStatus[problem.status]
  const title = words?.title ?? 'That did not work'
  return errorPage({ status: problem.status, title, message: words?.message ?? problem.message, requestId })
}
