import manifest from '#package' with { type: 'json' }

/** The version of this program. */
export const version: string = manifest.version
