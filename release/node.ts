import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { arch, env, platform } from 'node:process'
import { fileURLToPath } from 'node:url'

/** The Node.js releases that Adgraph is tested and measured with besides the installed one, by major version. */
export const NODE_VERSIONS: Readonly<Record<string, string>> = {
  /** The LTS before the current one. */
  24: '24.21.0',
  /** The current LTS. */
  26: '26.10.0',
}

const CACHE = fileURLToPath(new URL('../node_modules/.cache/', import.meta.url))

/**
 * Returns the path of the Node.js of a major version in `NODE_VERSIONS`. The npm package of this platform that contains it
 * is installed at the first use. Throws if there is no such version, or no package for this platform.
 */
export function nodeOf(major: string): string {
  const version = NODE_VERSIONS[major]
  if (version === undefined) throw new Error(`There is no ${major}; there are ${Object.keys(NODE_VERSIONS).join(', ')}`)
  const [name, file] =
    platform === 'win32' ? [`node-win-${arch}`, 'bin/node.exe'] : [`node-${platform}-${arch}`, 'bin/node']
  const folder = join(CACHE, `node-${version}`)
  const binary = join(folder, 'node_modules', name, file)
  if (!existsSync(binary)) {
    mkdirSync(folder, { recursive: true })
    const options = ['--prefix', folder, '--no-save', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', ...options, `${name}@${version}`], { stdio: 'inherit' })
  }
  return binary
}

/** The environment in which `node` in a child process is this one. */
export function environmentOf(node: string): NodeJS.ProcessEnv {
  return { ...env, PATH: `${dirname(node)}${delimiter}${env['PATH'] ?? ''}` }
}
