import { judgePages } from './judge.ts'
import { signInPages } from './sign-in.ts'

judgePages('pages of signing in and out', signInPages)
