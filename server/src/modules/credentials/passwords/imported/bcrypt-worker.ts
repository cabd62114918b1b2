import { parentPort } from 'node:worker_threads'
import { compareSync } from 'bcryptjs'

/** What the worker is asked: whether a password is the one a hash was made of. */
export interface BcryptQuestion {
  readonly password: string
  readonly hash: string
}

// bcryptjs takes the first 72 bytes, as every bcrypt does.
parentPort?.on('message', ({ password, hash }: BcryptQuestion) => {
  parentPort?.postMessage(compareSync(password, hash), [])
})
