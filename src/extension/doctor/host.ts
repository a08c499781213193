import { once } from 'node:events'
import { lookup } from 'node:dns/promises'
import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { failed, passed, type Check } from './report.ts'

const CONNECT_MS = 5_000

/** Finds out whether the host of a URL can be reached: its address, a connection, and for https its certificate. */
export async function examineHost(name: string, url: string): Promise<Check> {
  const { hostname, port, protocol, origin } = new URL(url)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const began = performance.now()
  try {
    const { address } = await lookup(host)
    const resolved = performance.now()
    const socket = await connected(host, Number(port) || (isTls ? 443 : 80), isTls)
    const version = 'getProtocol' in socket ? `, ${socket.getProtocol()}` : ''
    socket.destroy()
    const [dns, connection] = [resolved - began, performance.now() - resolved].map((ms) => `${Math.ceil(ms)} ms`)
    return passed(name, `${origin} is reached at ${address} (name ${dns}, connection ${connection}${version})`)
  } catch (error) {
    const code = String(Object(error).code ?? 'no answer')
    return failed(name, ...faultOf(code, host, origin))
  }
}

async function connected(host: string, port: number, isTls: boolean): Promise<Socket | TLSSocket> {
  const socket = isTls
    ? connectTls({ host, port, ...(isIP(host) === 0 && { servername: host }) })
    : connectTcp({ host, port })
  const late = Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' })
  const timer = setTimeout(() => socket.destroy(late), CONNECT_MS)
  await once(socket, isTls ? 'secureConnect' : 'connect').finally(() => clearTimeout(timer))
  return socket
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME/

function faultOf(code: string, host: string, origin: string): [message: string, next: string] {
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return [
      `the name ${host} cannot be resolved (${code})`,
      'Check the host in ADS_BASE_URL and AUTH_BASE_URL, and the DNS settings of this machine',
    ]
  if (CERTIFICATE.test(code))
    return [
      `the certificate of ${host} is not accepted (${code})`,
      'If a proxy of your network inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate; otherwise, check the ' +
        'host, and the date of this machine',
    ]
  if (/SSL|TLS|EPROTO/.test(code))
    return [`${host} does not speak TLS on this port (${code})`, 'Check the port in ADS_BASE_URL and AUTH_BASE_URL']
  return [
    `${origin} cannot be connected to (${code})`,
    'Check host and port, that the service runs, and that a firewall lets connections from this machine through',
  ]
}
