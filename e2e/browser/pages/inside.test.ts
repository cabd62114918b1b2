import { accountPages } from './account.ts'
import { judgePages } from './judge.ts'
import { organizationPages } from './organizations.ts'
import { permissionPages } from './permissions.ts'
import { proofPages } from './proofs.ts'

judgePages('pages of somebody with an account', {
  ...proofPages,
  ...permissionPages,
  ...organizationPages,
  ...accountPages,
})
