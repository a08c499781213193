import { Kind, OperationTypeNode, parse, type FieldNode } from 'graphql'

/** A document for everyday work, with variables that fit the sandbox. */
export interface Example {
  name: string
  description: string
  document: string
  variables: string
  operations: { name: string; kind: OperationTypeNode }[]
}

const DOCUMENTS = texts(
  import.meta.glob<string>('../../examples/queries/*.graphql', { query: '?raw', import: 'default', eager: true }),
)
const VARIABLES = texts(
  import.meta.glob<string>('../../examples/queries/*.variables.json', {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
)

/** The examples of the repository at build time. */
export const EXAMPLES: Example[] = [...DOCUMENTS].map(([file, document]) => ({
  name: nameOf(file),
  description: [...document.matchAll(/^# ?(.*)$/gm)].map(([, line]) => line).join(' '),
  document,
  variables: VARIABLES.get(file)?.trim() ?? '',
  operations: operationsOf(document).map(({ name, operation }) => ({
    name: name?.value ?? operation,
    kind: operation,
  })),
}))

/** A document whose mutations only validate their input. */
export function withValidateOnly(document: string): string {
  const fields = operationsOf(document)
    .filter(({ operation }) => operation === OperationTypeNode.MUTATION)
    .flatMap(({ selectionSet }) => selectionSet.selections)
    .filter((selection): selection is FieldNode => selection.kind === Kind.FIELD)
  return fields.reduceRight((text, { arguments: args = [] }) => {
    const last = args.at(-1)
    if (!last || args.some(({ name }) => name.value === 'validateOnly')) return text
    const end = last.loc!.end
    // If the last argument is on a line of its own, so is the new one.
    const indent = text.slice(0, last.loc!.start).match(/\n( *)$/)?.[1]
    return `${text.slice(0, end)}${indent === undefined ? ', ' : `\n${indent}`}validateOnly: true${text.slice(end)}`
  }, document)
}

function operationsOf(document: string) {
  return parse(document).definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION)
}

/** The texts of files, by file name without folder and extension. */
function texts(files: Record<string, string>): Map<string, string> {
  return new Map(Object.entries(files).map(([path, text]) => [path.split('/').at(-1)!.split('.')[0]!, text]))
}

/** `launch-campaign` becomes `Launch campaign`. */
function nameOf(file: string): string {
  return file.replaceAll('-', ' ').replace(/^./, (letter) => letter.toUpperCase())
}
