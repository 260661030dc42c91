export const animeVocabularyTypeDefs = /* GraphQL */ `
  "Catalog format."
  enum AnimeFormat {
    "A television series."
    TV
    "A film."
    MOVIE
    "An original video animation, released on a medium for sale."
    OVA
    "An original net animation, released online."
    ONA
    "A special beside a series."
    SPECIAL
    "A music video."
    MUSIC
    "Unknown."
    UNKNOWN
  }

  "Whether an anime is announced, airing or finished."
  enum AnimeStatus {
    "Not started."
    ANNOUNCED
    "In progress."
    AIRING
    "Complete."
    FINISHED
    "Unknown."
    UNKNOWN
  }

  "The broadcast season."
  enum Season {
    "January to March."
    WINTER
    "April to June."
    SPRING
    "July to September."
    SUMMER
    "October to December."
    FALL
  }

  "A day of the week."
  enum Weekday {
    "Monday."
    MONDAY
    "Tuesday."
    TUESDAY
    "Wednesday."
    WEDNESDAY
    "Thursday."
    THURSDAY
    "Friday."
    FRIDAY
    "Saturday."
    SATURDAY
    "Sunday."
    SUNDAY
  }

  "The relation of a title to its work."
  enum TitleKind {
    "The official title."
    OFFICIAL
    "An alternative title."
    SYNONYM
    "An abbreviation."
    SHORT
  }

  "What another anime is to an anime."
  enum RelationType {
    "The story goes on in it."
    SEQUEL
    "The story begins in it."
    PREQUEL
    "It tells a story beside this one's."
    SIDE_STORY
    "The main story, beside which this one stands."
    PARENT_STORY
    "The same story in another way: another version, setting or retelling."
    ALTERNATIVE
    "One adapts the other, or both the same work."
    ADAPTATION
    "Related in another way, or in one that no source states."
    OTHER
  }
`;
