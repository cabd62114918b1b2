import { test } from 'node:test'
import { freePort } from '#/support/ports.ts'
import { allowWhatIsAsked } from './allow.ts'
import { Shell } from './shell.ts'
import { walkThrough } from './walk.ts'

const OWNER = { name: 'Owner', email: 'you@example.com', password: 'plum-harbour-lantern' }

test('the first five minutes go as the guide says, from an empty folder to the call that fails', async (t) => {
  const port = await freePort()
  const host = `localhost:${port}`
  const shell = Shell.open(t, {
    env: { MANDATE_PORT: String(port), MANDATE_URL: `http://${host}` },
    answers: [
      [/Password of the first owner/, `${OWNER.password}\r`],
      [/Go on\?/, 'y'],
    ],
  })
  await walkThrough('docs/guides/quickstart.md', {
    shell,
    instead: { 8080: port },
    person: {
      'opens the address and allows it': async (said) => void (await allowWhatIsAsked(`http://${host}`, said, OWNER)),
    },
  })
})
