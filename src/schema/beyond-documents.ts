import {
  DirectiveLocation,
  GraphQLDirective,
  GraphQLNonNull,
  GraphQLString,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  type GraphQLSchema,
} from 'graphql'

/** The directive of elements that the documents do not have. */
export const BeyondDocuments = new GraphQLDirective({
  name: 'beyondDocuments',
  description:
    'The live service has this element, but the documents of the interfaces do not show it. It can change without notice.',
  locations: [
    DirectiveLocation.OBJECT,
    DirectiveLocation.INTERFACE,
    DirectiveLocation.FIELD_DEFINITION,
    DirectiveLocation.ARGUMENT_DEFINITION,
    DirectiveLocation.ENUM,
    DirectiveLocation.ENUM_VALUE,
    DirectiveLocation.INPUT_OBJECT,
    DirectiveLocation.INPUT_FIELD_DEFINITION,
  ],
  args: {
    reason: { type: new GraphQLNonNull(GraphQLString), description: 'How Adgraph knows the element.' },
  },
})

/** The tag in the description of an element that declares it to be beyond the documents. */
const TAG = `@${BeyondDocuments.name}`

const SENTENCE = 'Not documented by the service.'

const HAS = 'Only the live service has it.'
const RETURNS = 'Only the live service returns it.'
const ACCEPTS = 'Only the live service accepts it.'

interface Described {
  description?: string | null
  extensions: Readonly<Record<string, unknown>>
}

/**
 * Gives the elements of a schema with the tag `@beyondDocuments` in their description the directive, and a sentence in the
 * place of the tag: once for a type or a field, and for each element of others. Returns the schema.
 */
export function withBeyondDocuments(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue
    const sentence = mark(type, HAS, SENTENCE) ? '' : SENTENCE
    if (isEnumType(type)) for (const value of type.getValues()) mark(value, HAS, sentence)
    if (isInputObjectType(type)) for (const field of Object.values(type.getFields())) mark(field, ACCEPTS, sentence)
    if (!isObjectType(type) && !isInterfaceType(type)) continue
    for (const field of Object.values(type.getFields())) {
      const isMarked = mark(field, type === schema.getMutationType() ? HAS : RETURNS, sentence)
      for (const arg of field.args) mark(arg, ACCEPTS, isMarked ? '' : sentence)
    }
  }
  return schema
}

/** Gives an element with the tag the directive, and the sentence in the place of the tag. Returns whether it had the tag. */
function mark(element: Described, reason: string, sentence: string): boolean {
  const { description, extensions } = element
  if (!description?.includes(TAG)) return false
  element.description = description.replace(TAG, sentence).replace(/ {2,}/g, ' ').trim()
  element.extensions = {
    ...extensions,
    directives: { ...Object(extensions['directives']), [BeyondDocuments.name]: { reason } },
  }
  return true
}
