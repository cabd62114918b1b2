import { judgePages } from './judge.ts'
import { ssoPages, ssoProblemPages } from './sso.ts'

// In a house of their own: there the sign-in page asks for the address first.
judgePages('pages of single sign-on', { ...ssoPages, ...ssoProblemPages })
