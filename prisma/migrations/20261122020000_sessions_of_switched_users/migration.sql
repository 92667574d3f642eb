-- AlterTable
ALTER TABLE "sessions" ADD COLUMN     "actor_user_id" INTEGER;

-- CreateIndex
CREATE INDEX "sessions_actor_user_id_idx" ON "sessions"("actor_user_id");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_actor_user_id_fkey" FOREIGN KEY ("actor_user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
