/** The attributes of a cookie, which is always HttpOnly and SameSite=Lax. `secure` if the server has an https URL. */
export interface CookieOptions {
  path: string
  maxAgeMs: number
  secure: boolean
}

/** The value of a request's cookie; the first if there are several. */
export function readCookie(header: string | undefined, name: string): string | undefined {
  for (const part of (header ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals !== -1 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** The Set-Cookie header for a value that needs no encoding. An empty value deletes the cookie. */
export function cookie(name: string, value: string, { path, maxAgeMs, secure }: CookieOptions): string {
  const maxAge = value === '' ? 0 : Math.floor(maxAgeMs / 1000)
  return `${name}=${value}; Path=${path}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}
