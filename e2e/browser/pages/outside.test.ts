import { judgePages } from './judge.ts'
import { flowPages } from './flows.ts'
import { mailLinkPages } from './mail-links.ts'
import { problemPages } from './problems.ts'
import { signInPages } from './sign-in.ts'

judgePages('pages on the way in and out', { ...signInPages, ...mailLinkPages, ...flowPages, ...problemPages })
