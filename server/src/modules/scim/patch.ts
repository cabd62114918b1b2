import { scimError, scimErrors } from './errors.ts'
import { matches, parseFilter } from './filter.ts'
import type { Filter } from './filter.ts'

type Members = Record<string, unknown>

/** One operation of a PATCH (RFC 7644 §3.5.2), in the spellings that Okta and Entra ID send. */
export interface PatchOperation {
  readonly op: string
  readonly path?: string | undefined
  readonly value?: unknown
}

/** Where an operation acts: an attribute, which of its elements, and what of these. */
export interface PatchPath {
  /** The URN of an extension, where the attribute belongs to one. */
  readonly extension: string | undefined
  readonly attribute: string
  readonly filter: Filter | undefined
  readonly sub: string | undefined
}

const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):/i
const EXTENSION = /^(urn:[\w.:-]+:2\.0:User):([A-Za-z][\w-]*(?:\.[A-Za-z$][\w-]*)?)$/i
const PATH = /^([A-Za-z$][\w-]*)(?:\[(.{1,300})\])?(?:\.([A-Za-z$][\w-]*))?$/
const REFUSED = new Set(['__proto__', 'constructor', 'prototype'])

/** Reads a path. */
export function parsePath(text: string): PatchPath {
  const plain = text.replace(CORE, '')
  const extended = EXTENSION.exec(plain)
  const match = PATH.exec(extended?.[2] ?? plain)
  const [, attribute = '', filter, sub] = match ?? []
  if (!match || REFUSED.has(attribute) || REFUSED.has(sub ?? '')) {
    throw scimError(scimErrors.scim_invalid_path, `The path ${text.slice(0, 80)} can not be read.`)
  }
  return {
    extension: extended?.[1],
    attribute,
    filter: filter === undefined ? undefined : parseFilter(filter),
    sub,
  }
}

/** Applies one operation to a resource; the one it was is left as it is. */
export function applyOperation(resource: Readonly<Members>, { op, path, value }: PatchOperation): Members {
  const operation = op.toLowerCase()
  if (operation !== 'add' && operation !== 'replace' && operation !== 'remove') {
    throw scimError(scimErrors.scim_invalid_value, `There is no operation ${op.slice(0, 20)}.`)
  }
  if (path !== undefined && path !== '') return applyAt(structuredClone(resource), operation, parsePath(path), value)
  if (operation === 'remove') throw scimError(scimErrors.scim_no_target)
  return Object.entries(objectOf(value)).reduce<Members>(
    (patched, [name, member]) => applyAt(patched, operation, memberPath(name), member),
    structuredClone(resource),
  )
}

/** The members of a value without a path are attributes, extensions whole, or paths themselves, as Entra ID writes them. */
function memberPath(name: string): PatchPath {
  if (/^urn:/i.test(name) && !CORE.test(name) && !EXTENSION.test(name)) {
    return { extension: undefined, attribute: name, filter: undefined, sub: undefined }
  }
  return parsePath(name)
}

type Operation = 'add' | 'replace' | 'remove'

function applyAt(resource: Members, operation: Operation, path: PatchPath, value: unknown): Members {
  if (path.extension !== undefined) {
    const name = nameIn(resource, path.extension)
    const inner = applyAt({ ...objectOf(resource[name] ?? {}) }, operation, { ...path, extension: undefined }, value)
    return { ...resource, [name]: inner }
  }
  const name = nameIn(resource, path.attribute)
  const changed = path.filter
    ? changeElements(listOf(resource[name]), operation, { ...path, filter: path.filter }, value)
    : changeWhole(resource[name], operation, path.sub, value)
  if (changed !== undefined) return { ...resource, [name]: changed }
  const { [name]: _, ...rest } = resource
  return rest
}

function changeWhole(current: unknown, operation: Operation, sub: string | undefined, value: unknown): unknown {
  if (sub !== undefined) {
    if (Array.isArray(current)) return current.map((element) => changeMember(objectOf(element), operation, sub, value))
    return changeMember(objectOf(current ?? {}), operation, sub, value)
  }
  if (operation === 'remove') return value === undefined ? undefined : without(listOf(current), value)
  if (operation === 'add' && Array.isArray(current)) return [...without(current, value), ...listOf(value)]
  return isObject(current) && isObject(value) ? { ...current, ...value } : value
}

function changeElements(
  elements: readonly unknown[],
  operation: Operation,
  { filter, sub }: { readonly filter: Filter; readonly sub: string | undefined },
  value: unknown,
): unknown[] {
  const isMeant = (element: unknown): boolean => isObject(element) && matches(filter, element)
  if (operation === 'remove' && sub === undefined) return elements.filter((element) => !isMeant(element))
  const change = (element: unknown): unknown =>
    sub === undefined
      ? { ...objectOf(element), ...objectOf(value) }
      : changeMember(objectOf(element), operation, sub, value)
  if (elements.some(isMeant)) return elements.map((element) => (isMeant(element) ? change(element) : element))
  // Entra ID sets the number of a kind of telephone that there is not yet, and expects it to be there then.
  return operation === 'remove' ? [...elements] : [...elements, change(impliedBy(filter))]
}

function changeMember(object: Members, operation: Operation, sub: string, value: unknown): Members {
  const name = nameIn(object, sub)
  if (operation !== 'remove') return { ...object, [name]: value }
  const { [name]: _, ...rest } = object
  return rest
}

/** The element that a filter describes by saying what its members are. */
const impliedBy = (filter: Filter): Members =>
  filter.kind === 'compare' && filter.operator === 'eq' ? { [filter.attribute]: filter.value } : {}

/** A list without the elements that a value names by their `value`. */
function without(elements: readonly unknown[], value: unknown): unknown[] {
  const named = new Set(listOf(value).map(keyOf))
  return elements.filter((element) => !named.has(keyOf(element)))
}

const keyOf = (element: unknown): string =>
  isObject(element) && 'value' in element ? String(element['value']) : JSON.stringify(element)

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function objectOf(value: unknown): Members {
  if (!isObject(value)) throw scimError(scimErrors.scim_invalid_value, 'A value that should have members has none.')
  return value
}

const listOf = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value])

/** The name that an attribute has already, whatever its case, or else the one that was given. */
const nameIn = (object: Readonly<Members>, name: string): string =>
  Object.keys(object).find((known) => known.toLowerCase() === name.toLowerCase()) ?? name
