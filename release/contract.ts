import { buildSchema, findBreakingChanges, Kind, parse, print, visit, type DirectiveNode } from 'graphql'

/** What a release promises: its version, its schema as SDL, and its changelog in Markdown. */
export interface Release {
  version: string
  schema: string
  changelog: string
}

/** The heading of the section in which the changelog names breaking changes of the schema. */
export const BREAKING_HEADING = '### Breaking changes of the schema'

/**
 * What a release candidate does wrong to those who use the last release: breaking changes of the schema that its changelog
 * does not name or that its version does not announce, and deprecations without a reason and a date.
 */
export function faultsOf(last: Pick<Release, 'version' | 'schema'>, next: Release): string[] {
  const changes = findBreakingChanges(buildSchema(last.schema), buildSchema(next.schema)).map(
    ({ description }) => description,
  )
  const section = breakingSection(next.changelog)
  const unnamed = changes.filter(
    (change) => !isSaid(change, section) && !(isBeforeFirst(last.version) && isListed(change, section)),
  )
  return [
    ...unnamed.map((change) => `A breaking change is not under "${BREAKING_HEADING}" in CHANGELOG.md: ${change}`),
    ...versionFaults(last.version, next.version, changes.length > 0),
    ...deprecationFaults(next.schema),
  ]
}

/** A schema without its descriptions. */
export function undescribed(schema: string): string {
  return print(visit(parse(schema), { enter: (node) => ({ ...node, description: undefined }) }))
}

/** The section of the next release that names breaking changes; empty if there is none. */
function breakingSection(changelog: string): string {
  const [, next = ''] = changelog.split(/^## /m)
  const [, section = ''] = next.split(BREAKING_HEADING)
  return section.split(/^### /m)[0]!
}

/** Whether a section has the sentence of a change, and not one whose first or last name only contains the changed name. */
function isSaid(change: string, section: string): boolean {
  const [first = '', ...further] = plain(section).split(plain(change))
  let before = first
  return further.some((after) => {
    const isWhole = !/[\w.@[]$/.test(before) && !/^(?:[\w!\]]|\.\w)/.test(after)
    before = after
    return isWhole
  })
}

/** Whether a version promises no stability yet: it is below 1.0.0. */
function isBeforeFirst(version: string): boolean {
  return versionOf(version)?.numbers[0] === 0
}

/**
 * Whether a section lists the element of a breaking change, or the type that it had before: in backticks, as `Type`, `Type.field`
 * or `Type.field.argument`, with `*` for any name. Before 1.0.0 so many elements change that a sentence for each would hide
 * what users need.
 */
function isListed(change: string, section: string): boolean {
  const listed = [...section.matchAll(/`([\w.*]+)`/g)].map(
    ([, pattern = '']) => new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll('*', '\\w+')}$`),
  )
  return elementsOf(change).some((element) => listed.some((pattern) => pattern.test(element)))
}

/** The elements that the description of a breaking change is about. */
function elementsOf(change: string): string[] {
  const [, added, on] = /^A required \w+ (\w+) on (?:input type )?(\S+) was added/.exec(change) ?? []
  if (on !== undefined) return [`${on}.${added}`]
  const [, member, from] = /^(\w+) was (?:removed from|added to) \w+ type (\w+)/.exec(change) ?? []
  if (from !== undefined) return [`${from}.${member}`]
  const [, element = '', argument] = /^([\w.]+)(?: arg (\w+))?/.exec(change) ?? []
  const [, type] = / changed type from \W*(\w+)/.exec(change) ?? []
  return [argument === undefined ? element : `${element}.${argument}`, ...(type === undefined ? [] : [type])]
}

/** A text without the marks of Markdown and line breaks. */
function plain(text: string): string {
  return text.replaceAll('`', '').replaceAll(/\s+/g, ' ').replace(/\.$/, '').trim()
}

/** The version stays the last release's until the next one is prepared. */
function versionFaults(last: string, next: string, isBreaking: boolean): string[] {
  if (next === last) return []
  const [from, to] = [versionOf(last), versionOf(next)]
  if (!from || !to) return [`Version ${from ? next : last} is not of the form 1.2.3 or 1.2.3-rc.1`]
  if (order(from, to) >= 0) return [`Version ${next} must be higher than ${last}`]
  const [lastMajor, lastMinor] = from.numbers
  const [major, minor] = to.numbers
  // Before 1.0.0 the minor number announces breaking changes (semver.org, item 4); a prerelease promises nothing (item 9).
  const isRaised = lastMajor === 0 ? major > 0 || minor > lastMinor : major > lastMajor
  if (!isBreaking || isRaised || from.prerelease.length > 0) return []
  const announcing = lastMajor === 0 ? `0.${lastMinor + 1}.0` : `${lastMajor + 1}.0.0`
  return [`Version ${next} has breaking changes of the schema: it must be ${announcing} or higher`]
}

interface Version {
  numbers: [major: number, minor: number, patch: number]
  /** The identifiers of a prerelease: `rc` and `1` in `1.2.3-rc.1`. */
  prerelease: string[]
}

function versionOf(text: string): Version | undefined {
  const [, major, minor, patch, prerelease] = /^(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(text) ?? []
  if (major === undefined) return undefined
  return { numbers: [Number(major), Number(minor), Number(patch)], prerelease: prerelease?.split('.') ?? [] }
}

/** Below 0 if the first version comes before the second, above 0 if after it (semver.org, item 11). */
function order(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - other.numbers[index]!
    if (difference !== 0) return difference
  }
  // A prerelease comes before its release.
  if (one.prerelease.length === 0 || other.prerelease.length === 0)
    return other.prerelease.length - one.prerelease.length
  for (const [index, identifier] of one.prerelease.entries()) {
    const difference = orderOfIdentifiers(identifier, other.prerelease[index])
    if (difference !== 0) return difference
  }
  return one.prerelease.length - other.prerelease.length
}

/** Numbers come before texts, and are compared as numbers. */
function orderOfIdentifiers(one: string, other: string | undefined): number {
  if (other === undefined) return 1
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Number(one) - Number(other)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : one > other ? 1 : 0
}

/** The deprecations in a schema whose reason does not say why and until when. */
function deprecationFaults(schema: string): string[] {
  const faults: string[] = []
  visit(parse(schema), {
    Directive: {
      enter(directive, _key, _parent, _path, ancestors) {
        if (directive.name.value !== 'deprecated' || /\d{4}-\d{2}-\d{2}/.test(reasonOf(directive))) return
        const names = ancestors.flatMap((node) => ('name' in node && node.name ? [node.name.value] : []))
        faults.push(
          `The reason of the deprecation of ${names.join('.')} must have the date of its removal (YYYY-MM-DD)`,
        )
      },
    },
  })
  return faults
}

function reasonOf({ arguments: args = [] }: DirectiveNode): string {
  const reason = args.find(({ name }) => name.value === 'reason')?.value
  return reason?.kind === Kind.STRING ? reason.value : ''
}
