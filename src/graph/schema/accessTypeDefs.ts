/** The declaration of access, which `enforceAccess` enforces. */
export const accessTypeDefs = /* GraphQL */ `
  "Who may ask for a field, checked before it is resolved. Every query and mutation says it; a field below is as open as the one above, unless it says otherwise."
  directive @access(
    to: Access!
    "What belongs to the owner or viewer."
    of: Belonging
    "The argument that names it, such as input.id; of a VIEWER, herself. An OWNER's field without its value is for tools."
    by: String
  ) on FIELD_DEFINITION

  "Who may ask for a field."
  enum Access {
    "Everybody, anonymous callers of the REST interface included."
    PUBLIC
    "A person, about what is hers, and tools."
    VIEWER
    "The owner of the application that it belongs to, and tools."
    OWNER
    "Tools: callers of this interface."
    TOOL
  }

  "What belongs to somebody."
  enum Belonging {
    "A registered application."
    APPLICATION
    "A key of an application."
    API_KEY
    "A webhook of an application."
    WEBHOOK
    "A delivery of a webhook."
    DELIVERY
    "The account of a person."
    ACCOUNT
    "An access token of a person."
    ACCESS_TOKEN
    "The password of a person."
    PASSWORD
  }
`;
