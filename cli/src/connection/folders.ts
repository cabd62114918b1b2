import { homedir } from 'node:os'
import path from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Relative paths are to be ignored (XDG Base Directory Specification). */
function baseFolder(env: Environment, name: string, otherwise: string): string {
  const said = env[name]
  if (said !== undefined && path.isAbsolute(said)) return said
  return path.join(env['HOME'] ?? homedir(), otherwise)
}

/** Where contexts and their keys are kept. */
export const configFolder = (env: Environment): string =>
  path.join(baseFolder(env, 'XDG_CONFIG_HOME', '.config'), 'mandate')

/** Where what can be made again is kept. */
export const cacheFolder = (env: Environment): string =>
  path.join(baseFolder(env, 'XDG_CACHE_HOME', '.cache'), 'mandate')
