/** Accounts: partners, their settings and their listed domains. */
import type { PartnerSettings } from '#contract/api/access.ts'
import type { DataEntitlement } from '#contract/responses/data-class.ts'

/** Settings of an account: those that the widget receives, and those that only the service reads. */
export type AccountSettings = PartnerSettings & {
  /** Licensed market data that the partner may show; default: none. Never sent to the widget. */
  readonly data: DataEntitlement
}

/** An account: a partner that embeds the widget or calls the data API. */
export type Partner = {
  readonly id: string
  readonly name: string
  /** Only settings that differ from the defaults. */
  readonly settings: Partial<AccountSettings>
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /**
   * Time at which it was disabled, milliseconds since the epoch; null = enabled. Disabled
   * credentials are refused.
   */
  readonly disabledAt: number | null
}

export interface AccountRepository {
  /** Fails if the id is taken. */
  add(partner: Partner): Promise<void>
  /** Undefined if there is no such partner. */
  find(partnerId: string): Promise<Partner | undefined>
  /** All partners, oldest first. */
  list(): Promise<readonly Partner[]>
  /** Replaces the name. False if there is no such partner. */
  rename(partnerId: string, name: string): Promise<boolean>
  /** Replaces all settings. False if there is no such partner. */
  setSettings(partnerId: string, settings: Partial<AccountSettings>): Promise<boolean>
  /** Disables or enables the account with all its credentials, in one step. False if there is no such partner. */
  setDisabled(partnerId: string, disabledAt: number | null): Promise<boolean>

  /** Lists an embedding origin, in the normal form of `access/origins.ts`. Adding it again changes nothing. */
  addDomain(partnerId: string, origin: string): Promise<void>
  /** Removes a listed origin. False if it was not listed. */
  removeDomain(partnerId: string, origin: string): Promise<boolean>
  /** The listed origins, sorted; empty if nothing is listed or there is no such partner. */
  domains(partnerId: string): Promise<readonly string[]>
}
