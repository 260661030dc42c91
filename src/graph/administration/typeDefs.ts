import { MOST_IDS } from './idsEndingWith.ts';

export const administrationTypeDefs = /* GraphQL */ `
  "A new owner for an application."
  input TransferApplicationInput {
    "The application."
    id: UUID!
    "The new owner: the sub of that user's access tokens at the accepted issuer."
    owner: String!
    "Whether to refuse an owner without an account here."
    requireAccount: Boolean = false
  }

  "An application to change."
  input ApplicationInput {
    "The application."
    id: UUID!
  }

  "The application that was deleted."
  type DeleteApplicationPayload {
    "Its identifier."
    id: UUID!
  }

  "An account to delete."
  input DeleteUserInput {
    "The user."
    name: String!
    "The password, which a person must know."
    current: String
    "Whether all applications of the user are deleted too."
    withApplications: Boolean = false
    "The applications that are deleted too; the user must have no others."
    applications: [UUID!]
  }

  "The account that was deleted."
  type DeleteUserPayload {
    "The user's name, which another account may have from now on."
    name: String!
  }

  "What can be named by the last digits of its id."
  enum IdKind {
    "A canonical anime, a merged one too."
    ANIME
    "An application that is not deleted."
    APPLICATION
    "A canonical episode."
    EPISODE
    "A proposal, decided or not."
    PROPOSAL
    "A webhook that is not deleted."
    WEBHOOK
  }

  extend type Query {
    "The ids of such objects that end with these digits, at most ${MOST_IDS}: more than one, and the digits name none. Each call reads all ids of the kinds."
    idsEndingWith(
      "What is looked for."
      kinds: [IdKind!]!
      "6 to 12 hexadecimal digits."
      digits: String!
    ): [UUID!]! @access(to: TOOL)
  }

  extend type Mutation {
    "Transfers an application, with its keys and webhooks, to another user. Conflict when that user has 20 already."
    transferApplication(input: TransferApplicationInput!): ApplicationPayload! @access(to: TOOL)
    "Disables an application: its keys are refused within 5 seconds, its webhooks receive nothing."
    disableApplication(input: ApplicationInput!): ApplicationPayload! @access(to: TOOL)
    "Enables an application. Its webhooks skip the events published while it was disabled; those that were disabled one by one stay disabled."
    enableApplication(input: ApplicationInput!): ApplicationPayload! @access(to: TOOL)
    "Deletes an application for good, with its keys and webhooks."
    deleteApplication(input: ApplicationInput!): DeleteApplicationPayload! @access(to: OWNER, of: APPLICATION, by: "input.id")
    "Disables a user: sign-in is refused; sessions and access tokens end for good, at once. The keys and webhooks of the user's applications are suspended."
    disableUser(input: UserInput!): UserPayload! @access(to: TOOL)
    "Enables a user. Everything issued before stays invalid. Keys and webhooks work again, except those that were revoked or disabled one by one."
    enableUser(input: UserInput!): UserPayload! @access(to: TOOL)
    "Deletes an account here for good, with its sessions and access tokens: tools anybody's, a person her own. Conflict, which names them, while it has applications that do not go with it; invalid_parameter where a person's password is wrong."
    deleteUser(input: DeleteUserInput!): DeleteUserPayload! @access(to: VIEWER, of: ACCOUNT, by: "input.name")
  }
`;
