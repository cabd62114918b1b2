import assert from 'node:assert/strict'
import { test } from 'node:test'
import { MandateError } from '@mandate/sdk'
import { formErrors } from './errors.ts'

const refused = (...errors: { pointer: string; message: string }[]): MandateError =>
  new MandateError({ status: 400, code: 'invalid_request', message: 'The request is not valid.', details: { errors } })

test('what the server refuses stands at the field it is about', () => {
  const error = refused({ pointer: '/email', message: 'is no address' }, { pointer: '/email', message: 'is taken' })
  assert.deepEqual(formErrors(error, ['email', 'name']), { fields: { email: 'is no address' }, whole: undefined })
})

test('a member of a list or an object is about the field that holds it', () => {
  const error = refused(
    { pointer: '/redirect_uris/1', message: 'has a fragment' },
    { pointer: '/branding/colors/accent', message: 'is no colour' },
  )
  assert.deepEqual(formErrors(error, ['redirect_uris', 'branding.colors']).fields, {
    redirect_uris: 'has a fragment',
    'branding.colors': 'is no colour',
  })
})

test('what no field is about is said of the whole form, by its name', () => {
  const error = refused({ pointer: '/tier', message: 'is too long' }, { pointer: '', message: 'is empty' })
  assert.deepEqual(formErrors(error, ['email']), {
    fields: {},
    whole: 'The request is not valid. tier: is too long is empty',
  })
})

test('an error of another kind says its message', () => {
  const conflict = new MandateError({ status: 409, code: 'email_taken', message: 'The address is taken.' })
  assert.equal(formErrors(conflict, ['email']).whole, 'The address is taken.')
  assert.equal(formErrors(new Error('no network'), []).whole, 'no network')
})
