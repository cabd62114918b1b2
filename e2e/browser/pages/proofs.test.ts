import { judgePages } from './judge.ts'
import { proofPages } from './proofs.ts'

judgePages('pages that ask for proof', proofPages)
