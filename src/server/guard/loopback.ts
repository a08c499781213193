/** Whether a host name or address, without a port, is that of this machine alone. */
export function isLoopback(host: string): boolean {
  return /^(?:.+\.)?localhost$|^127\.[\d.]+$|^(?:::1|\[::1\])$/i.test(host)
}
