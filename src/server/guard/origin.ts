const MAX_ORIGIN_CHARACTERS = 300

/** Whether a text is an origin, as browsers send it: of a site, or of the pages of an app, such as `capacitor://localhost`. */
export function isOrigin(text: string): boolean {
  if (text.length > MAX_ORIGIN_CHARACTERS || !URL.canParse(text)) return false
  // The `origin` of a URL is "null" for other schemes than those of the web.
  const { protocol, host } = new URL(text)
  return host !== '' && `${protocol}//${host}` === text
}
