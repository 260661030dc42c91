import { graphql } from '../../graph/schema/operation.ts';

export const createApplication = graphql(`
  mutation CreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) {
      application { id name owner redirectUris }
    }
  }
`);

export const listApplications = graphql(`
  query ListApplications($owner: String, $after: String) {
    applications(owner: $owner, first: 100, after: $after) {
      nodes {
        id
        name
        owner
        ownerIssuer
        redirectUris
        createdAt
        disabledAt
        restReason
      }
      pageInfo { hasNextPage endCursor }
    }
  }
`);

export const readQuota = graphql(`
  query ReadQuota($id: UUID!) {
    application(id: $id) { id name quota { limit windowSeconds remaining resetsAt } }
  }
`);

const changedApplication = graphql(`
  fragment ChangedApplication on ApplicationPayload {
    application { id name owner redirectUris disabledAt }
  }
`);

export const updateApplication = graphql(
  `mutation UpdateApplication($input: UpdateApplicationInput!) {
    changed: updateApplication(input: $input) { ...ChangedApplication }
  }`,
  [changedApplication],
);

export const transferApplication = graphql(
  `mutation TransferApplication($input: TransferApplicationInput!) {
    changed: transferApplication(input: $input) { ...ChangedApplication }
  }`,
  [changedApplication],
);

export const disableApplication = graphql(
  `mutation DisableApplication($input: ApplicationInput!) {
    changed: disableApplication(input: $input) { ...ChangedApplication }
  }`,
  [changedApplication],
);

export const enableApplication = graphql(
  `mutation EnableApplication($input: ApplicationInput!) {
    changed: enableApplication(input: $input) { ...ChangedApplication }
  }`,
  [changedApplication],
);

export const deleteApplication = graphql(`
  mutation DeleteApplication($input: ApplicationInput!) {
    deleteApplication(input: $input) { id }
  }
`);
