import { judgePages } from './judge.ts'
import { organizationPages } from './organizations.ts'

judgePages('pages of organizations', organizationPages)
