import { accessSync, constants } from 'node:fs'
import { userInfo } from 'node:os'

const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The Chromium to test with: the one `MANDATE_TEST_CHROMIUM` names, else one in a usual place, if there is any. */
export function findChromium(): string | undefined {
  const named = process.env['MANDATE_TEST_CHROMIUM']
  return (named ? [named] : USUAL_PLACES).find(isProgram)
}

/** What Chromium is started with. It refuses to run its sandbox for root, whom containers like to be. */
export const chromiumArguments = (): string[] => [
  // Containers often have little shared memory.
  '--disable-dev-shm-usage',
  // Without a graphics card it would emulate one, for a tenth of its processor time.
  '--disable-gpu',
  ...(userInfo().uid === 0 ? ['--no-sandbox'] : []),
]

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
