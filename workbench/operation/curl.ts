import type { Call } from './contract.ts'

/** A cURL command that repeats a call. It contains no secret: its user must add a signature with their own credentials. */
export function curlOf({ method, path, url, body }: Call): string {
  // A form is never a JSON text.
  const type = body?.startsWith('[') || body?.startsWith('{') ? 'application/json' : 'application/x-www-form-urlencoded'
  const sent = body === undefined ? [] : [`  -H 'Content-Type: ${type}'`, `  --data-raw ${quoted(body)}`]
  return [
    `curl -X ${method} "$ADS_BASE_URL"${quoted(url ?? `/${path}`)}`,
    ...sent,
    `  -H "Authorization: $OAUTH_AUTHORIZATION" # OAuth 1.0a, signed for this request`,
  ].join(' \\\n')
}

/** A text as one word of a shell. */
export function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
