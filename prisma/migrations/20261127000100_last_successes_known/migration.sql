UPDATE "webhook_queue" q SET "last_success_at" = found.at
  FROM (SELECT "subscription_id", max("completed_at") AS at FROM "delivery" WHERE "status" = 'delivered' GROUP BY "subscription_id") found
  WHERE found."subscription_id" = q."webhook_id";
