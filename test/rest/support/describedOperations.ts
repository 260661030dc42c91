import { openApiDocument } from '../../../scripts/openapi/openApiDocument.ts';
import type { Endpoint } from '../../../src/rest/endpoint/endpoint.ts';
import type { DescribedParameter } from './wrongValues.ts';

/** An operation as the description tells of it. */
export interface DescribedOperation {
  readonly endpoint: Endpoint;
  readonly operationId: string;
  readonly parameters: readonly DescribedParameter[];
}

/** Every operation of these endpoints with its parameters. */
export function describedOperations(endpoints: readonly Endpoint[]): readonly DescribedOperation[] {
  const { paths = {} } = openApiDocument(endpoints);
  return endpoints.map((endpoint) => {
    const described: Readonly<Record<string, unknown>> = { ...paths[endpoint.path] };
    const { parameters = [] } = described[endpoint.method.toLowerCase()] as { parameters?: DescribedParameter[] };
    return { endpoint, operationId: endpoint.operationId, parameters };
  });
}

/** One parameter of an operation, for a table of tests. */
export interface DescribedCase extends DescribedOperation {
  readonly parameter: DescribedParameter;
  readonly name: string;
}

/** The parameters of these operations that stand there. */
export function parametersIn(operations: readonly DescribedOperation[], place: 'query' | 'path'): DescribedCase[] {
  return operations.flatMap((operation) =>
    operation.parameters
      .filter((parameter) => parameter.in === place)
      .map((parameter) => ({ ...operation, parameter, name: parameter.name })),
  );
}
