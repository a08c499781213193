/** The chapter of each type of the graph, see `vite.config.ts`. */
declare module 'virtual:chapters' {
  const chapters: Readonly<Record<string, string>>
  export default chapters
}

/** The sentence of each rule, by its ID, see `vite.config.ts`. */
declare module 'virtual:rules' {
  const rules: Readonly<Record<string, string>>
  export default rules
}
