import {
  Kind,
  OperationTypeNode,
  parse,
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql'

const VALIDATE_ONLY = 'validateOnly'
const SKIP_INVALID = 'skipInvalid'

/** What the page shows of a validation. */
const VALIDATION = 'validation { checked unchecked spendLimits { account currency leftOfHourLocalMicro } }'

/** A mutation of the operation in the editor. */
export interface Mutation {
  responseKey: string
  name: string
  /** Whether it only validates its input. */
  onlyValidates: boolean
  /** Whether it leaves out items that are not valid. */
  skipsInvalid: boolean
}

/** The mutations of an operation, in order. Empty if it is a query, or if the document cannot be parsed. */
export function mutationsOf(document: string, variables: Record<string, unknown>, operation?: string): Mutation[] {
  return mutationFields(document, operation).map(({ field, defaults }) => ({
    responseKey: (field.alias ?? field.name).value,
    name: field.name.value,
    onlyValidates: isOn(argumentOf(field, VALIDATE_ONLY), { ...defaults, ...variables }),
    skipsInvalid: isOn(argumentOf(field, SKIP_INVALID), { ...defaults, ...variables }),
  }))
}

/** A document whose mutations only validate their input, and return the rules that were checked and the amounts left to spend. */
export function withValidateOnly(document: string): string {
  return edit(document, (field) => {
    const last = field.arguments?.at(-1)
    const edits: Edit[] = []
    if (last && !argumentOf(field, VALIDATE_ONLY)) {
      const at = last.loc!.end
      // If the last argument is on a line of its own, so is the new one.
      const indent = indentAt(document, last.loc!.start)
      edits.push({ from: at, to: at, text: `${indent === undefined ? ', ' : `\n${indent}`}${VALIDATE_ONLY}: true` })
    }
    const selections = field.selectionSet?.selections ?? []
    const [first] = selections
    if (first && !selections.some((each) => each.kind === Kind.FIELD && each.name.value === 'validation')) {
      const at = first.loc!.start
      const indent = indentAt(document, at)
      const text = `${VALIDATION}${indent === undefined ? ' ' : `\n${indent}`}`
      edits.push({ from: at, to: at, text })
    }
    return edits
  })
}

/** A document and its variables, with `validateOnly` false for all of its mutations. */
export function withWrites({ query, variables }: { query: string; variables: Record<string, unknown> }) {
  const switches = mutationFields(query).flatMap(({ field }) => {
    const value = argumentOf(field, VALIDATE_ONLY)?.value
    return value?.kind === Kind.VARIABLE ? [[value.name.value, false]] : []
  })
  const written = edit(query, (field) => {
    const value = argumentOf(field, VALIDATE_ONLY)?.value
    return value?.kind === Kind.BOOLEAN ? [{ from: value.loc!.start, to: value.loc!.end, text: 'false' }] : []
  })
  return { query: written, variables: { ...variables, ...Object.fromEntries(switches) } }
}

interface Edit {
  from: number
  to: number
  text: string
}

/** A document with these edits of its mutations. */
function edit(document: string, editsOf: (field: FieldNode) => Edit[]): string {
  return mutationFields(document)
    .flatMap(({ field }) => editsOf(field))
    .sort((one, other) => other.from - one.from)
    .reduce((text, { from, to, text: inserted }) => text.slice(0, from) + inserted + text.slice(to), document)
}

/** A root field of a mutation, and the defaults of the variables of its operation. */
interface MutationField {
  field: FieldNode
  defaults: Record<string, unknown>
}

/** The root fields of the mutations of a document, or of one of them, each once; those in fragments too. */
function mutationFields(document: string, operation?: string): MutationField[] {
  let parsed: DocumentNode
  try {
    parsed = parse(document)
  } catch {
    return []
  }
  const fragments = new Map(
    parsed.definitions.flatMap((each) => (each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each]] : [])),
  )
  const spread = new Set<string>()
  const fieldsIn = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((selection) => {
      if (selection.kind === Kind.FIELD) return [selection]
      if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsIn(selection.selectionSet)
      const fragment = fragments.get(selection.name.value)
      if (!fragment || spread.has(selection.name.value)) return []
      spread.add(selection.name.value)
      return fieldsIn(fragment.selectionSet)
    })
  return parsed.definitions
    .filter((each) => each.kind === Kind.OPERATION_DEFINITION)
    .filter((each) => each.operation === OperationTypeNode.MUTATION)
    .filter((each) => operation === undefined || each.name?.value === operation)
    .flatMap(({ selectionSet, variableDefinitions = [] }) => {
      const defaults = variableDefinitions.flatMap(({ variable, defaultValue }) =>
        defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
      )
      return fieldsIn(selectionSet).map((field) => ({ field, defaults: Object.fromEntries(defaults) }))
    })
}

function argumentOf(field: FieldNode, argument: string): ArgumentNode | undefined {
  return field.arguments?.find(({ name }) => name.value === argument)
}

function isOn(argument: ArgumentNode | undefined, variables: Record<string, unknown>): boolean {
  const value = argument?.value
  if (value?.kind === Kind.VARIABLE) return variables[value.name.value] === true
  return value?.kind === Kind.BOOLEAN && value.value
}

/** The indentation of a line that begins here. Undefined if something stands before it on its line. */
function indentAt(text: string, start: number): string | undefined {
  return text.slice(0, start).match(/\n( *)$/)?.[1]
}
