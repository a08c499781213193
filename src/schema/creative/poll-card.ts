import { createPollCard, listPollCards, type PollCardParams, type PollCardRow } from '../../rest/creative/poll-card.ts'
import { Account } from '../account/account.ts'
import { builder } from '../builder.ts'
import { connectionType, sortArg, withDeletedArg, idsArg } from '../list/connection-type.ts'
import { Entity, Node, nodeType } from '../node/entity.ts'
import { restIds } from '../node/global-id.ts'
import { accountField, toParams } from '../write/input.ts'
import { Payload, type Outcome } from '../write/mutation.ts'
import { writeField } from '../write/mutation-field.ts'
import { Card, cardQuery, cardQueryArg } from './card.ts'
import { checkLibrary } from './library.ts'
import { intOf, numberOf } from './wire-number.ts'

export const PollCard = builder.objectRef<PollCardRow>('PollCard')
export const PollCardConnection = connectionType(PollCard)

PollCard.implement({
  description:
    'A card with a question to vote on. Its clock starts when the card is made, not when it is attached to a post; votes are ' +
    'no longer taken after its end. There is no update (R-CARD-16). Polls with an image or video are a beta (R-CARD-17).',
  interfaces: [Node, Entity, Card],
  fields: (t) => ({
    firstChoice: t.exposeString('first_choice', { description: 'The first choice.' }),
    secondChoice: t.exposeString('second_choice', { description: 'The second choice.' }),
    thirdChoice: t.exposeString('third_choice', { description: 'The third choice.' }),
    fourthChoice: t.exposeString('fourth_choice', { description: 'The fourth choice.' }),
    durationInMinutes: t.int({
      description: 'How long it is open, 5 to 10080 minutes.',
      resolve: (row) => intOf(row.duration_in_minutes),
    }),
    startTime: t.expose('start_time', { type: 'DateTime', description: 'When it opened.' }),
    endTime: t.expose('end_time', { type: 'DateTime', description: 'When it closes.' }),
    isOpen: t.boolean({
      description: 'Whether votes are taken now, by its end; null where the service does not tell that (R-CARD-16).',
      resolve: ({ end_time: end }) => (end ? Date.now() < Date.parse(end) : null),
    }),
    videoUrl: t.exposeString('video_url', { description: 'Where its video is.' }),
    videoHlsUrl: t.exposeString('video_hls_url', { description: 'Where its video is, as an HLS stream.' }),
    videoWidth: t.int({ description: 'How wide its video is, in pixels.', resolve: (row) => intOf(row.video_width) }),
    videoHeight: t.int({ description: 'How high its video is, in pixels.', resolve: (row) => intOf(row.video_height) }),
    videoPosterUrl: t.exposeString('video_poster_url', { description: 'Where the image is that is shown first.' }),
    videoPosterWidth: t.int({
      description: 'How wide that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_width),
    }),
    videoPosterHeight: t.int({
      description: 'How high that image is, in pixels.',
      resolve: (row) => intOf(row.video_poster_height),
    }),
    contentDurationSeconds: t.float({
      description: 'How long its video is, in seconds.',
      resolve: (row) => numberOf(row.content_duration_seconds),
    }),
  }),
})

nodeType(PollCard, listPollCards)

builder.queryField('pollCard', (t) =>
  t.byId({ type: PollCard, endpoint: listPollCards, description: 'One poll card.', args: withDeletedArg }),
)

builder.objectFields(Account, (t) => ({
  pollCard: t.byId({
    type: PollCard,
    endpoint: listPollCards,
    description: 'One of its poll cards.',
    args: withDeletedArg,
  }),
  pollCards: t.list({
    type: PollCardConnection,
    endpoint: listPollCards,
    description: 'Its poll cards.',
    args: {
      ...idsArg,
      ...cardQueryArg,
      ...sortArg,
      ...withDeletedArg,
    },
    filters: ({ ids, query }, account) => ({
      card_ids: restIds('PollCard', account.id, ids, 'ids'),
      q: cardQuery(query),
    }),
  }),
}))

const CreatePollCardInput = builder.inputType('CreatePollCardInput', {
  description: 'A new poll card.',
  fields: (t) => ({
    ...accountField(t),
    name: t.string({ required: true, description: 'Beyond the documents: its name.' }),
    durationInMinutes: t.int({
      required: true,
      description: 'How long it is open, 5 to 10080 minutes from the creation of the card on (R-CARD-16).',
    }),
    firstChoice: t.string({
      required: true,
      description: 'The first choice (R-CARD-16). Beyond the documents: at most 25 characters.',
    }),
    secondChoice: t.string({
      required: true,
      description: 'Beyond the documents: the second choice, at most 25 characters.',
    }),
    thirdChoice: t.string({ description: 'Beyond the documents: the third choice, at most 25 characters.' }),
    fourthChoice: t.string({ description: 'Beyond the documents: the fourth choice, at most 25 characters.' }),
    mediaKey: t.id({
      description:
        'Beyond the documents: its image or video, by its media key or global id, which must be in the library ' +
        '(R-CARD-2). A beta that needs the account feature PROMOTED_MEDIA_POLLS (R-CARD-17).',
    }),
  }),
})

const CreatePollCardPayload = builder.objectRef<Outcome<PollCardRow>>('CreatePollCardPayload').implement({
  description: 'The result of creating a poll card.',
  interfaces: [Payload],
  fields: (t) => ({
    pollCard: t.field({
      type: PollCard,
      description: 'The poll card as the service answered; null if it was refused.',
      resolve: ({ data }) => data,
    }),
  }),
})

builder.mutationField('createPollCard', (t) =>
  writeField(t, {
    payload: CreatePollCardPayload,
    description:
      'Creates a poll card. Its clock starts at once, not when it is attached to a post, and there is neither update nor ' +
      'delete (R-CARD-16). With `validateOnly` its medium is read.',
    input: CreatePollCardInput,
    inputDescription: 'The new poll card.',
    prepare(check, context) {
      const { input } = check
      const account = check.account('accountId')
      const { durationInMinutes: minutes } = input
      const fits = minutes >= 5 && minutes <= 10_080
      check.that(fits, 'durationInMinutes', 'R-CARD-16', `is ${minutes}; it can be 5 to 10080`)
      check.required('name', 'R-CARD-16')
      check.required('firstChoice', 'R-CARD-16')
      check.required('secondChoice', 'R-CARD-16')
      for (const choice of ['firstChoice', 'secondChoice', 'thirdChoice', 'fourthChoice'] as const)
        check.length(choice, { max: 25 }, 'R-CARD-16')
      if (input.mediaKey) check.leaveUnchecked('R-CARD-2', 'R-CARD-17')
      const mediaKey = input.mediaKey && check.id('mediaKey', 'Media', account)
      const params = toParams<PollCardParams>({ ...input, mediaKey }, ['accountId'])
      const send = () => context.rest.call(createPollCard, { account_id: account }, params)
      return {
        send,
        async validate() {
          if (mediaKey) await checkLibrary(context, check, account, 'mediaKey', [mediaKey])
        },
      }
    },
  }),
)
