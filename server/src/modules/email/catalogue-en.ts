import { plural } from '#/ui/i18n/index.ts'
import type { Catalogue } from './catalogue.ts'

const button = (label: string): string => `<p><a class="button" href="{{link}}">${label}</a></p>`

const account = '<p class="fine">If this was not you, <a href="{{link}}">secure your account</a> now.</p>'

export const english: Catalogue = {
  templates: {
    verify: {
      subject: 'Confirm your e-mail address',
      html: `<h1>Confirm your e-mail address</h1>
<p>Hello {{name}},</p>
<p>Please confirm that {{email}} is your address.</p>
${button('Confirm address')}
<p class="fine">The link works for {{expires_in}}. If you did not ask for it, somebody mistyped their address: you can ignore this message.</p>`,
    },
    reset: {
      subject: 'Choose a new password',
      html: `<h1>Choose a new password</h1>
<p>Hello {{name}},</p>
<p>Somebody asked to reset the password of {{email}} at {{product_name}}. If it was you, go on here:</p>
${button('Choose a new password')}
<p class="fine">The link works once, for {{expires_in}}. If it was not you, ignore this message: your password stays as it is.</p>`,
    },
    magic_link: {
      subject: 'Your sign-in link for {{product_name}}',
      html: `<h1>Sign in to {{product_name}}</h1>
<p>Hello {{name}},</p>
<p>Here is the link you asked for. Open it in the browser where you asked.</p>
${button('Sign in')}
<p class="fine">The link works once, for {{expires_in}}. If you did not ask for it, ignore this message, and do not pass it on: whoever has the link can try to sign in as you.</p>`,
    },
    invitation: {
      subject: '{{inviter}} invites you to {{organization}}',
      html: `<h1>Join {{organization}}</h1>
<p>{{inviter}} invites you, {{email}}, to {{organization}} at {{product_name}}.</p>
${button('See the invitation')}
<p class="fine">The invitation is open for {{expires_in}}. If you do not know {{inviter}}, ignore this message.</p>`,
    },
    welcome: {
      subject: 'Welcome to {{product_name}}',
      html: `<h1>Welcome to {{product_name}}</h1>
<p>Hello {{name}},</p>
<p>Your account is ready. On your account page you decide how you sign in, see where you are signed in, and stop what acts for you.</p>
${button('Open my account')}`,
    },
    new_sign_in: {
      subject: 'New sign-in to your account',
      html: `<h1>New sign-in</h1>
<p>Hello {{name}},</p>
<p>Somebody signed in to your account at {{product_name}} from a device we had not seen before.</p>
<ul>
<li>Device: {{device}}</li>
<li>Place: {{place}}</li>
<li>Time: {{time}}</li>
</ul>
<p>If this was you, there is nothing to do.</p>
${account}`,
    },
    password_changed: {
      subject: 'Your password was changed',
      html: `<h1>Your password was changed</h1>
<p>Hello {{name}},</p>
<p>On {{time}} the password of your account at {{product_name}} was changed. Everyone who was signed in to it has been signed out.</p>
<p class="fine">If this was not you, <a href="{{link}}">choose a new password</a> now.</p>`,
    },
    email_changed: {
      subject: 'Your e-mail address was changed',
      html: `<h1>Your e-mail address was changed</h1>
<p>Hello {{name}},</p>
<p>On {{time}} the address of your account at {{product_name}} was changed from {{email}} to {{new_email}}. From now on we write to the new address.</p>
${account}`,
    },
    mfa_changed: {
      subject: 'Two-step sign-in: {{change}}',
      html: `<h1>Your second step changed</h1>
<p>Hello {{name}},</p>
<p>On {{time}} something changed about the second step of signing in to your account at {{product_name}}: {{change}}.</p>
${account}`,
    },
    passkey_added: {
      subject: 'A passkey was added to your account',
      html: `<h1>A passkey was added</h1>
<p>Hello {{name}},</p>
<p>On {{time}} the passkey “{{passkey}}” was added to your account at {{product_name}}. Whoever holds it can sign in.</p>
${account}`,
    },
    account_linked: {
      subject: 'You can sign in with {{provider}} now',
      html: `<h1>An account was linked</h1>
<p>Hello {{name}},</p>
<p>On {{time}} an account at {{provider}} was linked to your account at {{product_name}}. Whoever signs in there can sign in here.</p>
<p class="fine">If this was not you, <a href="{{link}}">take it away again</a> and change your password.</p>`,
    },
    operator_changed: {
      subject: 'The role of {{person}} changed',
      html: `<h1>A role in running {{product_name}} changed</h1>
<p>Hello {{name}},</p>
<p>On {{time}} the role of {{person}} in running {{product_name}} changed from {{before}} to {{after}}. Every owner gets this message.</p>
<p class="fine">If nobody should have done this, <a href="{{link}}">sign in</a> and take the role away; the audit log says who did it.</p>`,
    },
    webhook_disabled: {
      subject: 'The webhook {{webhook}} was turned off',
      html: `<h1>A webhook was turned off</h1>
<p>Hello {{name}},</p>
<p>On {{time}} {{product_name}} stopped sending events to {{webhook}}: its endpoint said that it is gone, or nothing arrived there for five days.</p>
<p class="fine"><a href="{{link}}">Sign in</a> to turn it on again once the endpoint is back; it then says how many events it missed.</p>`,
    },
    account_deleted: {
      subject: 'Your account was deleted',
      html: `<h1>Your account was deleted</h1>
<p>Hello {{name}},</p>
<p>On {{time}} your account at {{product_name}} was deleted, with everything that belonged to it. Whoever was signed in to it has been signed out.</p>
<p class="fine">We write to {{email}} for the last time. If you did not expect this, ask those who run {{product_name}}.</p>`,
    },
  },
  test: {
    subject: '{{product_name}} can send mail',
    html: `<h1>Mail works</h1>
<p>An operator of {{product_name}} asked for this message to {{email}}, to see whether mail arrives. It does.</p>`,
  },
  footer: 'This message belongs to the use of {{product_name}}. Nobody reads answers to it.',
  mfaChanges: {
    enabled: 'turned on',
    disabled: 'turned off',
    recovery_codes_replaced: 'new recovery codes, the old ones are void',
    recovery_code_used: 'a recovery code was used',
  },
  units: {
    minutes: plural('en', { one: '# minute', other: '# minutes' }),
    hours: plural('en', { one: '# hour', other: '# hours' }),
    days: plural('en', { one: '# day', other: '# days' }),
  },
  samples: {
    name: 'Maya Lind',
    inviter: 'Alex Moreau',
    organization: 'Harbour Works',
    device: 'Firefox on Linux',
    place: 'Valencia, Spain',
    passkey: 'Work laptop',
    provider: 'Corp',
    person: 'Alex Moreau (alex@example.com)',
    before: 'support',
    after: 'operator',
    new_email: 'maya@new.example',
    expires_in: '30',
    change: 'enabled',
  },
}
