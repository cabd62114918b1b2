// Made from the OpenAPI document by `npm run generate`; changes here are lost.
import { path } from '#/client/path.ts'
import type { RequestOptions } from '#/client/options.ts'
import type { PageRequest } from '#/client/pages.ts'
import type { Transport } from '#/client/transport.ts'

/** Devices that wait for a person to allow them. */
export class DeviceCodesApi {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Approve a device for a user.
   *
   * Gives the consent too. No session stands behind the tokens; they end with the consent. A code of the command line
   * is refused: it is approved on the page, by an operator in their own name. Admin key or operator session with the
   * scope consents:write.
   */
  approve(userCode: string, body: DeviceCodesApproveBody, options?: RequestOptions): Promise<DeviceCodesApproveResult> {
    return this.#transport.request('POST', path`/api/v1/admin/oauth/device-codes/${userCode}/approve`, { ...options, body })
  }

  /**
   * Deny a device.
   *
   * The next poll of the device gets access_denied. Nobody can approve it afterwards. Admin key or operator session
   * with the scope consents:write.
   */
  deny(userCode: string, options?: RequestOptions): Promise<DeviceCodesDenyResult> {
    return this.#transport.request('POST', path`/api/v1/admin/oauth/device-codes/${userCode}/deny`, options)
  }

  /**
   * List devices that wait for a decision.
   *
   * Newest first, until they are decided or expire. What the device polls with is not shown. Admin key or operator
   * session with the scope consents:read.
   */
  list(query?: DeviceCodesListQuery, options?: RequestOptions): PageRequest<DeviceCode> {
    return this.#transport.list('/api/v1/admin/oauth/device-codes', { ...options, query })
  }
}

export interface DeviceCode {
  /** The code the device shows. The one it polls with is kept as a hash. */
  user_code: string
  client_id: string
  scope: string
  resource: string[]
  /** Where the device asked from. */
  address: string | null
  created_at: string
  expires_at: string
}

export interface DeviceCodesApproveBody {
  user_id: string
}

export interface DeviceCodesApproveResult {
  user_code: string
  status: 'approved' | 'denied'
}

export interface DeviceCodesDenyResult {
  user_code: string
  status: 'approved' | 'denied'
}

export interface DeviceCodesListQuery {
  /** The largest number of entries to return. */
  limit?: number | undefined
  /** The next_cursor of the page before, to go on behind it. */
  cursor?: string | undefined
  /** Adds the number of entries on all pages as total. */
  include_total?: boolean | undefined
}
