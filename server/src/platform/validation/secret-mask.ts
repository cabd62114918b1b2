/** Stands where a secret is set, in every answer that shows settings; sent back, it leaves the secret as it is. */
export const MASK = '********'
