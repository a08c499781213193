/** The chapter of each type of the graph, see `vite.config.ts`. */
declare module 'virtual:chapters' {
  const chapters: Readonly<Record<string, string>>
  export default chapters
}
