import type { Entity, ParameterType } from './entity.ts'

/** The most IDs in a filter (Ads Management Interface, section 8). */
const MAX_IDS = 200

/** The types of parameters that mean the same in all endpoints. */
const USUAL = {
  count: { type: 'integer', min: 1, max: 1000 },
  lang: 'language',
  q: { type: 'text', max: 255 },
  sort_by: 'text[]',
} as const satisfies Record<string, ParameterType>

/** The types of all other parameters, by how their names end or begin. A parameter that no line fits is a text. */
const BY_NAME = [
  [/_ids$/, { type: 'id[]', max: MAX_IDS }],
  [/^(.+_)?user_id$/, 'long'],
  [/_id$/, 'id'],
  [/_local_micro$/, 'micros'],
  [/(_time|_at)$/, 'time'],
  [/_url$/, 'url'],
  [/^with_/, 'boolean'],
] as const satisfies [RegExp, ParameterType][]

/** The type of a parameter of an entity, with its limits. */
export function typeOf({ parameters }: Entity, name: string): { type: string; min?: number; max?: number } {
  const usual: Record<string, ParameterType> = USUAL
  const type = parameters?.[name] ?? usual[name] ?? BY_NAME.find(([pattern]) => pattern.test(name))?.[1] ?? 'text'
  return typeof type === 'string' ? { type } : type
}

/** The name of the type of a parameter, as `typeOf` finds it. Texts of every kind are `text`. */
export type TypeName<E extends Entity, Name extends string> = Name extends keyof E['parameters']
  ? NameOf<E['parameters'][Name]>
  : Name extends keyof typeof USUAL
    ? NameOf<(typeof USUAL)[Name]>
    : Name extends `${string}_ids`
      ? 'id[]'
      : Name extends `${string}_local_micro`
        ? 'micros'
        : Name extends `with_${string}`
          ? 'boolean'
          : 'text'

type NameOf<Type> = Type extends { type: infer Name } ? Name : Type
