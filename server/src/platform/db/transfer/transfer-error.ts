/** Data that can't go from one database into another as it is; the message names the place and holds no value. */
export class TransferError extends Error {
  override readonly name = 'TransferError'
}
