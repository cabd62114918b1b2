import { AppError, commonErrors } from './app-error.ts'
import type { FieldError } from './app-error.ts'

/** 400 with the fields that are wrong, for the rules that a schema can't say. */
export function invalid(errors: readonly FieldError[]): AppError
export function invalid(pointer: string, message: string): AppError
export function invalid(first: string | readonly FieldError[], message = ''): AppError {
  const errors = typeof first === 'string' ? [{ pointer: first, message }] : first
  return new AppError(commonErrors.invalid_request, { details: { errors } })
}
