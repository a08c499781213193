/** An error of a response, as each client returns it. */
interface FieldError {
  message: string
  path?: readonly (string | number)[]
  extensions?: Record<string, unknown>
}

/**
 * The error that left a field null: of the field itself, or of a field above it. `path` is the path of the field in the
 * response that had the error: response keys, and indexes of lists.
 */
export function errorAt<E extends FieldError>(errors: readonly E[], path: readonly (string | number)[]): E | undefined {
  return errors.find((error) => (error.path ?? []).every((key, depth) => key === path[depth]))
}
