import { accountApp } from '../../reference/account/account-app.ts'
import { oldestFirst } from '../data/order.ts'
import { table } from '../data/store.ts'
import { crud, type RowOf } from '../endpoint/crud.ts'

/** A mobile app of an account as the service sends it. */
export type AccountAppRow = RowOf<typeof accountApp.rows.AccountApp, { conversion_tracking_enabled: boolean }>

/** The apps of each account, oldest first. */
export const accountApps = table<AccountAppRow>('account_apps', oldestFirst(), 5)

/** The endpoint that lists apps (Ads Management Interface, section 4.2). */
export const accountAppEndpoints = crud(accountApp, accountApps, { quota: 'account' })
