/** Signs a user of the embedded sandbox in at Adgraph, as a browser does. Returns the session's cookie. */
export async function signIn(adsUrl: string, userId: string): Promise<string> {
  const begun = await fetch(new URL('/auth/login', adsUrl), { redirect: 'manual' })
  const page = new URL(begun.headers.get('location')!)
  const agreed = await fetch(new URL('/oauth/authorize', page), {
    method: 'POST',
    body: new URLSearchParams({ oauth_token: page.searchParams.get('oauth_token')!, user_id: userId }),
    redirect: 'manual',
  })
  const back = await fetch(agreed.headers.get('location')!, {
    headers: { cookie: cookiesOf(begun) },
    redirect: 'manual',
  })
  return cookiesOf(back)
}

function cookiesOf({ headers }: Response): string {
  return headers
    .getSetCookie()
    .map((line) => line.slice(0, line.indexOf(';')))
    .filter((cookie) => !cookie.endsWith('='))
    .join('; ')
}
