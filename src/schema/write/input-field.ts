import type { InputFields } from '../builder.ts'

/** The account of the entity to create. */
export const accountField = (t: InputFields) => ({
  accountId: t.id({ required: true, description: "The account: its global ID or the service's ID." }),
})

/** The ID of the entity to change or delete. */
export const ownId = {
  required: true,
  description: "The global ID, or the service's ID together with `accountId`.",
} as const

/** The account of an entity that the input has the ID of. Its global ID includes the account. */
export const ownAccountField = (t: InputFields) => ({
  accountId: t.id({
    description:
      "The account: its global ID or the service's ID. Required unless the ID of an entity in this input is a global ID.",
  }),
})
