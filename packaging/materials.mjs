// The bill of materials of what is packed (CycloneDX 1.6): the packages whose files went into a bundle, as the lockfile
// pins them. Packages that stand in node_modules and in no bundle do not ship, so they are not in it.
import { readFileSync } from 'node:fs'
import path from 'node:path'

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The text of the bill of `subject`, made of the files that are inside it. */
export function materials(root, subject, files) {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'))
  const homes = files.flatMap((file) => PACKAGE.exec(path.relative(root, file).replaceAll(path.sep, '/'))?.[1] ?? [])
  const components = [...new Set(homes.toSorted())].map((home) => component(home, packages[home], root))
  return JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component: { type: 'application', ...identity(subject.name, subject.version) } },
      components,
    },
    null,
    2,
  )
}

function component(home, locked, root) {
  if (!locked?.integrity) throw new Error(`${home} is in the bundle and not in the lockfile`)
  const { name, license } = JSON.parse(readFileSync(path.join(root, home, 'package.json'), 'utf8'))
  const [algorithm, digest] = locked.integrity.split('-')
  return {
    type: 'library',
    ...identity(name, locked.version),
    ...(license ? { licenses: [{ license: { id: license } }] } : {}),
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }],
  }
}

/** purl: `@` of a scope is written %40. */
function identity(name, version) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  return { 'bom-ref': purl, name, version, purl }
}
