/**
 * What `validateOnly` lets pass and the service refuses: the code and the field of the refusal, and the rule behind it,
 * which the payload of `validateOnly` must list as unchecked.
 */
export const LEFT_TO_THE_SERVICE: [code: string, field: RegExp, rule: string][] = [
  // Whether the account of somebody else exists, and to which business it belongs.
  ['INVALID_PARAMETER', /^grantedAccountId$/, 'R-AUD-17'],
  ['FEATURE_NOT_AVAILABLE', /^grantedAccountId$/, 'R-AUD-17'],
  // Who is eligible, and which values a catalog has.
  ['INVALID_PARAMETER', /^userId$/, 'R-PROMO-3'],
  ['INVALID_PARAMETER', /^targetingValue$/, 'R-TGT-12'],
  // Which types of criteria take the operators GTE and LT.
  ['INVALID', /^operatorType$/, 'R-TGT-2'],
  // What the type of the funding instrument asks for.
  ['MISSING_PARAMETER', /^dailyBudgetAmountLocalMicro$/, 'R-CAMP-3'],
  ['MISSING_PARAMETER', /^endTime$/, 'R-FI-2'],
  ['INVALID', /^(creditLimit|fundedAmount)LocalMicro$/, 'R-FI-2'],
  // A name that is too long for the service's search.
  ['NAME_NOT_UNIQUE', /^name$/, 'R-AUD-1'],
  // A media item that has left the library, and that a post keeps.
  ['INVALID_PARAMETER', /^mediaKeys$/, 'R-CARD-2'],
  // An upload that is not in the library yet.
  ['INVALID_PARAMETER', /^mediaKey$/, 'R-CARD-20'],
  ['INVALID', /^(title|description|posterMediaKey)$/, 'R-CARD-18'],
  // What a card has in a column that its row lacks.
  ['MISSING_PARAMETER', /^(second|third|fourth)CtaPost$/, 'R-CARD-13'],
  // The dimensions of an image, which the library does not have.
  ['INVALID', /^(mediaKey|unlockedImageMediaKey)$/, 'R-CARD-11'],
  // Which components make a card.
  ['INVALID_CARD_COMPONENTS_COMBINATION', /^(components|slides)$/, 'R-CARD-4'],
  // How many are active in the account.
  ['TOO_MANY_CAMPAIGNS', /^(input|operations)$/, 'R-CAMP-7'],
  ['TOO_MANY_LINE_ITEMS', /^(input|operations)$/, 'R-LI-15'],
  // The locales of a TV show.
  ['INVALID', /^targetingType$/, 'R-TGT-7'],
]
