import type { PageSettings } from '../src/server/page-settings.ts'

/** The settings that the server wrote into the page. */
export const settings = JSON.parse(document.getElementById('settings')!.textContent) as PageSettings
