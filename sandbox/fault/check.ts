/** Returns the error of a named value, which is undefined if absent; undefined if the value is valid. */
type Check = (value: unknown, name: string) => string | undefined

const number: Check = (value, name) =>
  typeof value === 'number' && value >= 0 ? undefined : `${name} must be a number of at least 0`

const times: Check = (value, name) =>
  Number.isInteger(value) && Number(value) >= 1 ? undefined : `${name} must be a whole number of at least 1`

const probability: Check = (value, name) =>
  typeof value === 'number' && value > 0 && value <= 1 ? undefined : `${name} must be a number above 0 and at most 1`

const status: Check = (value, name) =>
  typeof value === 'number' && value >= 200 && value <= 599 ? undefined : `${name} must be a number from 200 to 599`

const text: Check = (value, name) => (typeof value === 'string' ? undefined : `${name} must be a string`)

const texts: Check = (value, name) =>
  isObject(value) && Object.values(value).every((member) => typeof member === 'string')
    ? undefined
    : `${name} must be an object of strings`

/** The members of the body of a `status` fault, which has exactly one of them. */
const body: Check = (value, name) =>
  isObject(value) && ['json', 'html', 'text'].some((member) => member in value)
    ? undefined
    : `${name} must be an object with json, html or text`

function oneOf(...values: unknown[]): Check {
  return (value, name) => (values.includes(value) ? undefined : `${name} must be one of ${values.join(', ')}`)
}

function optional(check: Check): Check {
  return (value, name) => (value === undefined ? undefined : check(value, name))
}

function object(members: Record<string, Check>): Check {
  return (value, name) => {
    if (!isObject(value)) return `${name} must be an object`
    const unknown = Object.keys(value).find((member) => !Object.hasOwn(members, member))
    if (unknown !== undefined) return `${name}.${unknown} is not known`
    const wrong = Object.entries(members).map(([member, check]) => check(value[member], `${name}.${member}`))
    return wrong.find((sentence) => sentence !== undefined)
  }
}

/** The kinds of faults that the control route accepts (all except `mutate`), and the members of each. */
const membersByKind: Record<string, Record<string, Check>> = {
  latency: { ms: number },
  status: { status, headers: optional(texts), body: optional(body) },
  rateLimited: { scope: oneOf('user', 'account'), resetInMs: number, headers: optional(oneOf(true, false)) },
  unavailable: { retryAfter: optional(number) },
  broken: { when: oneOf('before', 'headers', 'body') },
  slowBody: { ms: number },
  malformedJson: {},
  incompleteUpload: { missing: number },
}

const fault: Check = (value, name) => {
  if (!isObject(value)) return `${name} must be an object`
  const kinds = Object.keys(membersByKind)
  const wrongKind = oneOf(...kinds)(value.kind, `${name}.kind`)
  return wrongKind ?? object({ kind: text, ...membersByKind[String(value.kind)] })(value, name)
}

const rule = object({
  match: optional(
    object({ method: optional(text), path: optional(text), param: optional(object({ name: text, value: text })) }),
  ),
  fault,
  times: optional(times),
  probability: optional(probability),
  after: optional(number),
})

/** Returns the error of a fault rule from the control route; undefined if the rule is valid. */
export function wrongInRule(value: unknown): string | undefined {
  return rule(value, 'rule')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
