import { judgePages } from './judge.ts'
import { mailLinkPages } from './mail-links.ts'

judgePages('pages of links that came by mail', mailLinkPages)
