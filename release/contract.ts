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
    (change) => !plain(section).includes(plain(change)) && !(isBeforeFirst(last.version) && isListed(change, section)),
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

/** Whether a version promises no stability yet: it is below 1.0.0. */
function isBeforeFirst(version: string): boolean {
  return numbersIn(version)[0] === 0
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

/** A version stays that of the last release until the next one is prepared. */
function versionFaults(last: string, next: string, isBreaking: boolean): string[] {
  if (next === last) return []
  const [lastMajor = 0, lastMinor = 0, lastPatch = 0] = numbersIn(last)
  const [major = 0, minor = 0, patch = 0] = numbersIn(next)
  const raised = major - lastMajor || minor - lastMinor || patch - lastPatch
  if (raised <= 0) return [`Version ${next} must be higher than ${last}`]
  // Before 1.0.0 the minor number announces breaking changes (semver.org, item 4).
  const isAnnounced = lastMajor === 0 ? major > 0 || minor > lastMinor : major > lastMajor
  if (!isBreaking || isAnnounced) return []
  const announcing = lastMajor === 0 ? `0.${lastMinor + 1}.0` : `${lastMajor + 1}.0.0`
  return [`Version ${next} has breaking changes of the schema: it must be ${announcing} or higher`]
}

function numbersIn(version: string): number[] {
  return version.split('.').map(Number)
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
