/** The path of the tools of agents. */
export const AGENTS_PATH = '/mcp'
