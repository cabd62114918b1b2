// Every page that people see, with the way to get there: read by the accessibility tests and by the screenshots. A new
// page is one line here.
import { accountPages } from './account.ts'
import { flowPages } from './flows.ts'
import { mailLinkPages } from './mail-links.ts'
import { organizationPages } from './organizations.ts'
import { permissionPages } from './permissions.ts'
import { problemPages } from './problems.ts'
import { proofPages } from './proofs.ts'
import { signInPages } from './sign-in.ts'
import { ssoPages, ssoProblemPages } from './sso.ts'
import type { Pages } from './pages.ts'

export { connectService, settle } from './account.ts'
export { meetFlow } from './flows.ts'
export { newDevice } from './permissions.ts'
export type { DeviceCode } from './permissions.ts'
export { withTotp } from './proofs.ts'

/** All of them, by name. */
export const hostedPages: Pages = {
  ...signInPages,
  ...mailLinkPages,
  ...proofPages,
  ...flowPages,
  ...permissionPages,
  ...accountPages,
  ...organizationPages,
  ...problemPages,
  // Last: from here on the sign-in page asks for the address first.
  ...ssoPages,
  ...ssoProblemPages,
}
